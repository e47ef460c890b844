/** What `work` gives within so many milliseconds; `otherwise` where it fails or is late. What is late goes on unheard. */
export const within = async <T>(ms: number, fallback: T, work: () => T | Promise<T>): Promise<T> => {
  const given = Promise.withResolvers<T>();
  const late = setTimeout(() => given.resolve(fallback), ms);
  try {
    return await Promise.race([work(), given.promise]);
  } catch {
    return fallback;
  } finally {
    clearTimeout(late);
  }
};
