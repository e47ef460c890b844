import { expect } from 'chai';
import { fillTemplate, MissingVariableError, readPath } from '../template.ts';

const variables = (name: string): unknown =>
  ({ run: 'r1', count: 3, which: 'action', action: 'act_1', user_viewer: 'usr_1', role: 'viewer' })[name];

describe('the template of a test step', () => {
  const cases: [string, unknown, unknown][] = [
    ['keeps the type of a variable that stands alone', `\${count}`, 3],
    ['puts several into a text', `a-\${run}-\${count}`, 'a-r1-3'],
    ['puts the name of a variable together', `\${\${which}}`, 'act_1'],
    [
      'fills objects and arrays at every depth',
      { list: [`\${user_\${role}}`, { run: `\${run}` }] },
      { list: ['usr_1', { run: 'r1' }] },
    ],
    ['leaves other values alone', [null, true, 1, 'text'], [null, true, 1, 'text']],
  ];
  for (const [rule, template, filled] of cases)
    it(rule, () => expect(fillTemplate(template, variables)).to.deep.equal(filled));

  it('is refused with the name of a variable that no step has set', () => {
    expect(() => fillTemplate({ id: `\${supplier}` }, variables)).to.throw(MissingVariableError, 'supplier');
  });

  it('reads a path through objects and arrays', () => {
    expect(readPath({ data: [{ id: 'x' }] }, 'data.0.id')).to.equal('x');
    expect(readPath(null, 'data.id')).to.equal(undefined);
  });
});
