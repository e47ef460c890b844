import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import type { Schemas } from '@qsc/client';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '../ui/save-file.ts';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { Code } from './entry-parts.tsx';

type Run = Schemas['SystemQualification'];

/** One run that qualified the system: its result, the steps, and the files whose checksums are signed. */
export const QualificationRun = ({ run }: { run: Run }) => {
  const { t, i18n } = useLingui();
  const { result, steps, system, files } = run;
  const names = {
    passed: t`Passed`,
    passed_with_open_steps: t`Passed with open steps`,
    failed: t`Failed`,
  };
  const number = (value: number) => value.toLocaleString(i18n.locale);
  return (
    <section className="section qualification-run" aria-label={t`Run ${run.run}`}>
      <h2 className="record-line">
        <Status state={result} label={names[result]} />
        <Instant value={run.completed_at} exact />
        <span className="fact">
          <span className="fact-name">{t`Version`}</span> {system.version}
        </span>
      </h2>
      <dl className="fields">
        <div>
          <dt>{t`Steps`}</dt>
          <dd>
            {t`${number(steps.passed)} passed, ${number(steps.failed)} failed, ${number(steps.open)} open`}
            {steps.open > 0 && (
              <p className="none">
                <Trans>Open steps could not be run and do not count as passed. Assess them in your report.</Trans>
              </p>
            )}
          </dd>
        </div>
        <div>
          <dt>{t`System`}</dt>
          <dd>{system.base_url}</dd>
        </div>
        <div>
          <dt>{t`Run`}</dt>
          <dd>
            <span className="mono">{run.run}</span>, <Instant value={run.started_at} exact seconds /> –{' '}
            <Instant value={run.completed_at} exact seconds />
          </dd>
        </div>
        <div>
          <dt>{t`Recorded by`}</dt>
          <dd>{run.recorded_by.name || run.recorded_by.id}</dd>
        </div>
      </dl>
      <details>
        <summary>
          <Plural value={files.length} one="# file with its checksum" other="# files with their checksums" />
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
        <section className="table-wide" aria-label={t`Files of run ${run.run}`} tabIndex={0}>
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">{t`File`}</th>
                <th scope="col" className="number">{t`Bytes`}</th>
                <th scope="col">{t`Checksum`}</th>
              </tr>
            </thead>
            <tbody>
              {files.map(({ name, size_bytes, checksum }) => (
                <tr key={name}>
                  <td className="mono">{name}</td>
                  <td className="number">{number(size_bytes)}</td>
                  <td className="qualification-checksum">
                    <Code value={checksum} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveFile(new Blob([run.manifest]), 'qualification.json')}
        >
          <Trans>Save the signed manifest</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveFile(new Blob([`${run.signature}\n`]), 'qualification.json.sig')}
        >
          <Trans>Save its signature</Trans>
        </Button>
      </Group>
    </section>
  );
};
