/** What `work` gives within so many milliseconds; `otherwise` where it fails or is late. What is late goes on unheard. */
export const within = async <T>(ms: number, otherwise: T, work: () => T | Promise<T>): Promise<T> => {
  const given = Promise.withResolvers<T>();
  const late = setTimeout(() => given.resolve(otherwise), ms);
  try {
    return await Promise.race([work(), given.promise]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(late);
  }
};
