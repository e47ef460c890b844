import { z } from 'zod';

/** A text that people write about a supplier. */
export const Text = z.string().trim().min(1).max(2_000);
