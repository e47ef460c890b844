import { expect } from 'chai';
import { ahead } from '../src/sync/ahead.ts';

describe('pages that are fetched ahead', () => {
  /** Pages that record when they are fetched and when the fetch ends. */
  async function* pages(seen: string[], count: number, failsAt = -1): AsyncGenerator<number> {
    try {
      for (let page = 0; page < count; page += 1) {
        seen.push(`asked ${page}`);
        await new Promise((resolve) => setImmediate(resolve));
        if (page === failsAt) throw new Error('The partner is away.');
        yield page;
      }
    } finally {
      seen.push('ended');
    }
  }

  it('come in their order, the next one fetched while one is processed, and none before that', async () => {
    const seen: string[] = [];
    for await (const page of ahead(pages(seen, 3))) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push(`taken ${page}`);
    }
    expect(seen).to.deep.equal(['asked 0', 'asked 1', 'taken 0', 'asked 2', 'taken 1', 'ended', 'taken 2']);
  });

  it('throw what their asking threw when they have their turn', async () => {
    const taken: number[] = [];
    const walk = async (): Promise<void> => {
      for await (const page of ahead(pages([], 3, 1))) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        taken.push(page);
      }
    };
    const error = await walk().catch((thrown: unknown) => thrown);
    expect(error).to.be.an('error').with.property('message', 'The partner is away.');
    expect(taken).to.deep.equal([0]);
  });

  it('leave nothing under way when the taking fails', async () => {
    const seen: string[] = [];
    const walk = async (): Promise<void> => {
      for await (const page of ahead(pages(seen, 3))) throw new Error(`Page ${page} could not be written.`);
    };
    const error = await walk().catch((thrown: unknown) => thrown);
    expect(error).to.be.an('error').with.property('message', 'Page 0 could not be written.');
    expect(seen).to.deep.equal(['asked 0', 'asked 1', 'ended']);
  });
});
