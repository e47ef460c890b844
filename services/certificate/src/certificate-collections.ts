import { fileCollections } from '@qsc/file-store';
import { certificateDefinition, historyDefinition } from './certificate/certificate.store.ts';

/** Certificates, their histories and the marks of their files: what each program of the service opens. */
export const certificateCollections = [certificateDefinition, historyDefinition, ...fileCollections] as const;
