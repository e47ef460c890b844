import { pathsOfQualityEvent, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { expect } from 'chai';
import { EventContent, FIELDS_OF_TYPE } from '../src/quality-event/content.ts';

describe('the paths of quality events that workflows know', () => {
  for (const type of QUALITY_EVENT_TYPES)
    it(`are the fields that a ${type} has`, () => {
      const foreign = Object.entries(FIELDS_OF_TYPE).flatMap(([owner, fields]) => (owner === type ? [] : fields));
      const empty = EventContent.parse({
        ...{ title: '', description: '', related_entities: [] },
        ...{ root_cause: { category: '-' }, impact_assessment: { patient_impact: '-' }, audit_details: { area: '-' } },
      });
      const own = Object.entries(empty).filter(([field]) => !(foreign as string[]).includes(field));
      const leaves = own.flatMap(([field, value]) =>
        value === null || typeof value !== 'object' || Array.isArray(value)
          ? [field]
          : Object.keys(value).map((inner) => `${field}.${inner}`),
      );
      expect(pathsOfQualityEvent(type)).to.include.members(leaves);
    });
});
