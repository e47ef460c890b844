import type { BenchMesh } from '../mesh.ts';
import type { RowKind } from '../row-kind.ts';
import type { Certificates } from './certificate-fill.ts';

const CONNECTIONS = [1, 4];

const certificatesOf = ({ certificates }: BenchMesh): Certificates => {
  if (!certificates) throw new Error('The mesh was not filled with certificates.');
  return certificates;
};

/** The rows of certificates; downloads first, since what is uploaded is then read by the worker for a while. */
export const CERTIFICATE_ROWS: readonly RowKind[] = [
  {
    name: 'certificate download, 1 MiB',
    of: 'certificate',
    connections: CONNECTIONS,
    shots: (mesh) => {
      const { ids } = certificatesOf(mesh);
      let asked = 0;
      return () => ({ method: 'GET', path: `/v1/certificates/${ids[asked++ % ids.length]}/document` });
    },
    floor: (mesh, shape) => certificatesOf(mesh).floors.download(shape),
  },
  {
    name: 'certificate upload, 1 MiB',
    of: 'certificate',
    connections: CONNECTIONS,
    shots: (mesh) => () => ({ method: 'POST', path: '/v1/certificates', form: certificatesOf(mesh).form }),
    floor: (mesh, shape) => certificatesOf(mesh).floors.upload(shape),
  },
];
