/** Runs the jobs side by side, as many at once as there are lanes, and answers what each came to. The first begin first. */
export const runInLanes = async <Result>(
  jobs: readonly (() => Promise<Result>)[],
  lanes: number,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = jobs.entries();
  const lane = async () => {
    for (const [index, job] of waiting) results[index] = await job();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
};
