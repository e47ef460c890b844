import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Frame, Selects } from './frame.ts';
import { type FrameLength, makeFramer } from './framing.ts';

/** A watch over frames of a wire. */
export type Watch = {
  /** Resolves when the first such frame came. */
  reached: Promise<void>;
  /** Ends the watch; what it held goes on its way. */
  release(): void;
};

export type WireOptions = {
  /** The port that the wire leads to. */
  target: number;
  getFrameLength: FrameLength;
  /** Whether answers that name the target's address name this wire's instead, as in MongoDB's list of members. */
  renames: boolean;
};

type Rule = { holds: boolean; selects: Selects; met: () => void };
type Held = { rule: Rule | null; frame: Frame };
type Link = { incoming: Socket; outgoing: Socket; held: Held[] };

const LARGEST_RENAMED = 4_096;

/** How long what a dead process had sent is carried to who does not take it. */
const LAST_WORDS_MS = 10_000;

/** The way between one service and MongoDB or RabbitMQ, frame by frame. What is held when a connection ends never arrives. */
export class Wire {
  /** When it was cut or stalled, in milliseconds. */
  readonly interruptions: number[] = [];
  readonly #options: WireOptions;
  readonly #links = new Set<Link>();
  readonly #rules = new Set<Rule>();
  readonly #server: Server;
  #isCut = false;
  #isStalled = false;

  private constructor(options: WireOptions) {
    this.#options = options;
    this.#server = createServer((incoming) => this.#accept(incoming));
  }

  /** Opens a wire on a free port of the loopback. */
  static async open(options: WireOptions): Promise<Wire> {
    const wire = new Wire(options);
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection and refuses new ones, until `mend`. */
  cut(): void {
    this.#isCut = true;
    this.interruptions.push(Date.now());
    for (const { incoming, outgoing } of this.#links) {
      incoming.destroy();
      outgoing.destroy();
    }
    this.#links.clear();
  }

  restore(): void {
    this.#isCut = false;
  }

  /** Forwards nothing, until `resume`; connections stay open. */
  stall(): void {
    this.#isStalled = true;
    this.interruptions.push(Date.now());
  }

  resume(): void {
    this.#isStalled = false;
    this.#letGo();
  }

  /** Holds the frames back. `strike` runs at once with the first one. */
  hold(selects: Selects, strike: () => void = () => {}): Watch {
    return this.#watch(true, selects, strike);
  }

  /** Lets the frames pass. `strike` runs at once with the first one, which is on its way by then. */
  watch(selects: Selects, strike: () => void = () => {}): Watch {
    return this.#watch(false, selects, strike);
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #watch(holds: boolean, selects: Selects, strike: () => void): Watch {
    const first = Promise.withResolvers<void>();
    let isMet = false;
    const met = (): void => {
      if (!isMet) strike();
      isMet = true;
      first.resolve();
    };
    const rule: Rule = { holds, selects, met };
    this.#rules.add(rule);
    return { reached: first.promise, release: () => this.#release(rule) };
  }

  #release(rule: Rule): void {
    this.#rules.delete(rule);
    for (const link of this.#links) for (const held of link.held) if (held.rule === rule) held.rule = null;
    if (!this.#isStalled) this.#letGo();
  }

  #letGo(): void {
    for (const link of this.#links) {
      const free = link.held.filter(({ rule }) => rule === null);
      link.held = link.held.filter(({ rule }) => rule !== null);
      for (const { frame } of free) this.#forward(link, frame);
    }
  }

  #accept(incoming: Socket): void {
    if (this.#isCut) {
      incoming.destroy();
      return;
    }
    const link: Link = { incoming, outgoing: connect(this.#options.target, '127.0.0.1'), held: [] };
    this.#links.add(link);
    this.#carry(link, true);
    this.#carry(link, false);
  }

  #carry(link: Link, up: boolean): void {
    const [source, sink] = up ? [link.incoming, link.outgoing] : [link.outgoing, link.incoming];
    const framer = makeFramer(this.#options.getFrameLength);
    source.setNoDelay(true);
    source.on('data', (chunk) => {
      for (const bytes of framer(chunk)) this.#meet(link, { up, bytes });
    });
    source.on('error', () => source.destroy());
    source.on('close', () => {
      if (sink.destroyed) this.#links.delete(link);
      // What a dead process had sent before still arrives. Nobody reads for it: a broker that has stopped to read would keep
      // its consumers for ever otherwise, and one that takes nothing more never lets the end come.
      sink.end(() => up && sink.destroy());
      if (up) setTimeout(() => sink.destroy(), LAST_WORDS_MS).unref();
    });
  }

  #meet(link: Link, frame: Frame): void {
    const hit = [...this.#rules].filter((rule) => rule.selects(frame));
    const rule = hit.find(({ holds }) => holds) ?? null;
    if (rule !== null || this.#isStalled) link.held.push({ rule, frame });
    else this.#forward(link, frame);
    for (const { met } of hit) met();
  }

  #forward({ incoming, outgoing }: Link, frame: Frame): void {
    const socket = frame.up ? outgoing : incoming;
    if (!socket.destroyed && !socket.writableEnded) socket.write(this.#renamed(frame));
  }

  #renamed({ up, bytes }: Frame): Buffer {
    if (up || !this.#options.renames || bytes.length > LARGEST_RENAMED) return bytes;
    const [from, to] = [`127.0.0.1:${this.#options.target}`, `127.0.0.1:${this.port}`];
    if (!bytes.includes(from)) return bytes;
    // Another length would break the lengths inside the message.
    if (to.length !== from.length) throw new Error(`Port ${this.port} cannot stand for port ${this.#options.target}.`);
    return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
  }
}
