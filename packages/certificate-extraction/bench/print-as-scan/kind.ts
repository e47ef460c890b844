import type { Random } from '../make-certificates/random.ts';
import { photograph, tilt, turn } from './geometry.ts';
import { type Picture, withoutColour } from './picture.ts';
import { addGrain, addSpecks, shade, soften, toInk } from './wear.ts';

/** Ways in which a page becomes a picture. `ink` pictures are stored as black and white, others as JPEG of `quality`. */
export type Kind = { name: KindName; quality: number; ink: boolean; apply(page: Picture, random: Random): Picture };

export const kindNames = ['flat', 'skewed', 'turned', 'grainy', 'photo', 'fax'] as const;
export type KindName = (typeof kindNames)[number];

const recipes: Record<KindName, Omit<Kind, 'name'>> = {
  flat: {
    quality: 85,
    ink: false,
    apply: (page, random) => addGrain(tilt(page, random.between(-0.4, 0.4)), 14, random),
  },
  skewed: {
    quality: 78,
    ink: false,
    apply: (page, random) => addGrain(tilt(withoutColour(page), slant(random)), 20, random),
  },
  turned: {
    quality: 80,
    ink: false,
    apply: (page, random) => addGrain(turn(tilt(page, random.between(-1, 1)), random.whole(1, 3)), 14, random),
  },
  grainy: { quality: 42, ink: false, apply: drawGrainy },
  photo: { quality: 72, ink: false, apply: drawPhoto },
  fax: { quality: 100, ink: true, apply: drawFax },
};

export function toKind(name: KindName): Kind {
  return { name, ...recipes[name] };
}

/** Between 1° and 3° to either side. */
function slant(random: Random): number {
  return random.between(1, 3) * (random.chance(0.5) ? 1 : -1);
}

function drawGrainy(page: Picture, random: Random): Picture {
  const uneven = shade(tilt(withoutColour(page), random.between(-1.2, 1.2)), 0.22, random);
  return addSpecks(addGrain(soften(uneven, 0.35), 46, random), 260, random);
}

function drawPhoto(page: Picture, random: Random): Picture {
  const size = { width: Math.round(page.width * 1.08), height: Math.round(page.height * 1.08) };
  const bend = (share: number) => random.between(0.015, 0.05) * share;
  const [w, h] = [size.width, size.height];
  const corners = [
    [bend(w), bend(h)],
    [w - bend(w), bend(h)],
    [w - bend(w), h - bend(h)],
    [bend(w), h - bend(h)],
  ] as const;
  return addGrain(shade(soften(photograph(page, corners, size), 0.2), 0.34, random), 18, random);
}

function drawFax(page: Picture, random: Random): Picture {
  const soft = soften(soften(withoutColour(tilt(page, random.between(-0.8, 0.8))), 0.5), 0.3);
  return addSpecks(toInk(addGrain(soft, 30, random), 168), 120, random);
}
