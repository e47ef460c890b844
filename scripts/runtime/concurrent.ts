/** Runs the jobs, at most `limit` at once, and returns their results. Jobs start and results come in the order given. */
export const runConcurrently = async <Result>(
  jobs: readonly (() => Promise<Result>)[],
  limit: number,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = jobs.entries();
  const worker = async () => {
    for (const [index, job] of waiting) results[index] = await job();
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
};
