import { AppError, DuplicateKey, unavailable } from '@qsc/service-kit';
import { expect } from 'chai';
import { RecordChanged } from '../src/connector/tryton/refusal.ts';
import {
  AddressRefused,
  AnswerTooLarge,
  AuthorizationLost,
  NothingThere,
  RemoteRefusal,
  RemoteTrouble,
  SentElsewhere,
} from '../src/remote/remote-error.ts';
import { isOurs, toSyncError } from '../src/sync/interruption.ts';

describe('what interrupts a synchronisation', () => {
  for (const error of [
    new AddressRefused('The address of the external system is not called.'),
    new AnswerTooLarge(),
    new NothingThere(),
    new SentElsewhere(),
    new RemoteRefusal('VALIDATION_ERROR', 'A value is refused.'),
    new RemoteTrouble('No answer.'),
    new RecordChanged('It was changed.'),
    new AuthorizationLost('The login is refused.'),
    new DuplicateKey('link', ['entity_id']),
    unavailable('A part of the mesh is away.'),
  ])
    it(`is no internal error where it is ${error.constructor.name}`, () => {
      expect(isOurs(error)).to.equal(false);
    });

  it('is a part of the mesh that did not answer where the database was away', () => {
    const error = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    expect(isOurs(error)).to.equal(false);
    expect(toSyncError(error).code).to.equal('service_unavailable');
  });

  for (const error of [new TypeError('x is not a function'), new AppError('forbidden', 'No.'), 'a text'])
    it(`is an internal error where it is ${error instanceof Error ? error.name : error}`, () => {
      expect(isOurs(error)).to.equal(true);
      expect(toSyncError(error).code).to.equal('internal_error');
    });

  it('has the message of the rule where an address is refused', () => {
    const error = new AddressRefused('The address of the external system is not called.');
    expect(toSyncError(error)).to.deep.equal({ code: 'NO_PERMISSION', message: error.message });
  });
});
