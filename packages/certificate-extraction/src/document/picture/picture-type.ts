import type { ContentType } from '../content-type.ts';

export type PictureType = Extract<ContentType, 'png' | 'jpeg' | 'tiff'>;
