// Original file: certificate/v1/certificate.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';
import type { Long } from '@grpc/proto-loader';

export interface NewUpload {
  'command'?: (_qsc_mesh_v1_Command | null);
  'metadata_json'?: (string);
  'filename'?: (string);
  'size'?: (number | string | Long);
}

export interface NewUpload__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'metadata_json': (string);
  'filename': (string);
  'size': (number);
}
