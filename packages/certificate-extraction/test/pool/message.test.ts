import { AppError } from '@qsc/service-kit/pure';
import { expect } from 'chai';
import { packError, unpackError } from '../../src/pool/message.ts';

describe('error between processes', () => {
  it('keeps code, message, details and cause of a coded error', () => {
    const error = new AppError('validation_failed', 'Send it again.', {
      details: { page: 2 },
      cause: new Error('deep'),
    });
    const { code, message, details, cause } = unpackError(structuredClone(packError(error)));
    expect([code, message, details]).to.deep.equal(['validation_failed', 'Send it again.', { page: 2 }]);
    expect(cause).to.include('deep');
  });

  it('makes internal_error of any other and keeps it as the cause', () => {
    const { code, message, cause } = unpackError(packError(new TypeError('x is not a function')));
    expect(code).to.equal('internal_error');
    expect(message).to.not.include('x is not a function');
    expect(cause).to.include('TypeError: x is not a function');
  });
});
