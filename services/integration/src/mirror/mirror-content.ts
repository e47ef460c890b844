import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RemoteContent } from '../connector/connector.ts';
import type { UploadCertificate } from '../local/certificate.client.ts';
import type { LocalRecords, LocalWriteResult } from '../local/local-record.ts';
import { certificateMetadata, isMirroredContent } from './content.ts';
import { type Mirror, type MirrorOutcome, type MirrorPair, type MirrorRun, toMirrorCommandId } from './mirror.ts';
import { ourProblem, problemOfError, refusedProblem } from './problem.ts';

/** The file that was mirrored last: its certificate, its checksum, and the version of the external record. */
const Content = z.object({ certificate_id: z.string(), checksum: z.string(), seen: z.string().nullable() });

type Content = z.infer<typeof Content>;

type Parts = { upload: UploadCertificate; records: Pick<LocalRecords, 'write'> };

/**
 * Brings the file of a document here (`content_sync`): as a certificate that the record names in `attributes.certificate_id`.
 * Another file of the same document is another certificate that supersedes the former, unless `on_update` is `ignore`. The same
 * file again is brought once.
 */
export const makeMirrorContent = ({ upload, records }: Parts): Mirror => {
  const bring = async (run: MirrorRun, pair: MirrorPair, { file, seen, former }: Brought): Promise<MirrorOutcome> => {
    const checksum = `sha256:${createHash('sha256').update(file.bytes).digest('hex')}`;
    if (former?.checksum === checksum) return withContent(pair, { ...former, seen });
    const certificateId = await upload(run.call, {
      commandId: toMirrorCommandId(run, pair, ['content', checksum, former?.certificate_id ?? null]),
      metadata: certificateMetadata(pair.local, former?.certificate_id ?? null),
      filename: file.name,
      bytes: file.bytes,
    });
    const result = await writeCertificateId(run, pair, certificateId);
    // The file counts as brought when the record names it: until then it is tried again, and the upload finds its certificate.
    if (result?.ok === false) return problem(pair, refusedProblem(result));
    // Where another changed the record meanwhile, it is compared again: that change is not ours.
    const local = result?.record.version === pair.local.version + 1 ? result.record : pair.local;
    return withContent({ ...pair, local }, { certificate_id: certificateId, checksum, seen });
  };

  /** Writes the certificate's id into our record. */
  const writeCertificateId = async (
    run: MirrorRun,
    pair: MirrorPair,
    certificate_id: string,
  ): Promise<LocalWriteResult | undefined> => {
    const { id, entityType } = pair.local;
    const commandId = toMirrorCommandId(run, pair, ['certificate', certificate_id]);
    const change = {
      kind: 'change' as const,
      commandId,
      id,
      entityType,
      version: null,
      attributes: { certificate_id },
    };
    const [result] = await records.write(run.call, [change]);
    return result;
  };

  return async (run, pair) => {
    const { mapping, connection, source, system } = run;
    const former = Content.safeParse(pair.mirrored.content).data ?? null;
    const seen = toRecordVersion(pair);
    if (!isMirroredContent(mapping, connection) || isKnown(run, former, seen)) return unchanged(pair);
    if (!system.content) return problem(pair, ourProblem('This external system gives out no files.'));
    try {
      const file = await system.content(source, pair.externalId, mapping.content_sync?.rendition_type ?? null);
      return await bring(run, pair, { file, seen, former });
    } catch (error) {
      return problem(pair, problemOfError(error));
    }
  };
};

type Brought = { file: RemoteContent; seen: string | null; former: Content | null };

/** The version of the external record: another file raises it. */
const toRecordVersion = ({ remote: { etag, modifiedAt } }: MirrorPair): string | null =>
  etag === null && modifiedAt === null ? null : JSON.stringify([etag, modifiedAt]);

const isKnown = ({ mapping }: MirrorRun, former: Content | null, seen: string | null): boolean =>
  former !== null && (mapping.content_sync?.on_update === 'ignore' || (seen !== null && former.seen === seen));

const unchanged = ({ mirrored, local }: MirrorPair): MirrorOutcome => ({ problems: [], mirrored, local });

const withContent = (pair: MirrorPair, content: Content): MirrorOutcome => ({
  ...unchanged(pair),
  mirrored: { ...pair.mirrored, content },
});

const problem = (pair: MirrorPair, one: MirrorOutcome['problems'][number]): MirrorOutcome => ({
  ...unchanged(pair),
  problems: [one],
});
