import { type AnyRoute, isObject, one, route } from '@qsc/service-kit';
import { z } from 'zod';
import type { PreferenceService, Preferences as PreferencesValue } from './preference.service.ts';

const BYTES = 16 * 1024;

const Preferences = z.custom<PreferencesValue>(isObject, 'Preferences are a JSON object').meta({
  id: 'Preferences',
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object; its members mean something to the program that set them alone.',
});

const preferencesExample = {
  language: 'de',
  'quality-events.columns': ['number', 'title', 'status', 'due_date'],
  'quality-events.views': [{ name: 'Overdue CAPAs', query: 'type=capa&overdue=true' }],
};

/** What a user has set for the own work: saved views, columns, language (decisions §4, "Documents"). */
export const preferenceRoutes = (preferences: PreferenceService): AnyRoute[] => [
  route({
    id: 'getPreferences',
    tag: 'Account',
    method: 'get',
    path: '/me/preferences',
    summary: 'Read the own preferences',
    description: 'What the user has set for the own work, as it was last sent; empty until then. Nobody else reads it.',
    scope: 'authenticated',
    answer: one(Preferences),
    example: { answer: preferencesExample },
    handle: ({ call }) => preferences.read(call),
  }),
  route({
    id: 'replacePreferences',
    tag: 'Account',
    method: 'put',
    path: '/me/preferences',
    summary: 'Replace the own preferences',
    description:
      'Saved views, columns, language and the like: a JSON object of up to 16 KiB that takes the place of the one before. The change is not audited. For users; an OAuth application has no preferences.',
    scope: 'authenticated',
    body: Preferences,
    bodyLimit: BYTES,
    answer: one(Preferences),
    throws: ['precondition_failed'],
    example: { body: preferencesExample, answer: preferencesExample },
    handle: ({ body, call }) => preferences.replace(body, call),
  }),
];
