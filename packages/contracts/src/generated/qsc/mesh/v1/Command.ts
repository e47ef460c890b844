// Original file: mesh/v1/command.proto

import type { Actor as _qsc_mesh_v1_Actor, Actor__Output as _qsc_mesh_v1_Actor__Output } from '../../../qsc/mesh/v1/Actor.ts';
import type { IfMatch as _qsc_mesh_v1_IfMatch, IfMatch__Output as _qsc_mesh_v1_IfMatch__Output } from '../../../qsc/mesh/v1/IfMatch.ts';

export interface Command {
  'id'?: (string);
  'actor'?: (_qsc_mesh_v1_Actor | null);
  'request_id'?: (string);
  'ip_address'?: (string);
  'user_agent'?: (string);
  'reason'?: (string);
  'if_match'?: (_qsc_mesh_v1_IfMatch | null);
  'fingerprint'?: (string);
  'cause_json'?: (string);
  '_ip_address'?: "ip_address";
  '_user_agent'?: "user_agent";
  '_reason'?: "reason";
  '_if_match'?: "if_match";
  '_fingerprint'?: "fingerprint";
  '_cause_json'?: "cause_json";
}

export interface Command__Output {
  'id': (string);
  'actor': (_qsc_mesh_v1_Actor__Output | null);
  'request_id': (string);
  'ip_address'?: (string);
  'user_agent'?: (string);
  'reason'?: (string);
  'if_match'?: (_qsc_mesh_v1_IfMatch__Output | null);
  'fingerprint'?: (string);
  'cause_json'?: (string);
  '_ip_address'?: "ip_address";
  '_user_agent'?: "user_agent";
  '_reason'?: "reason";
  '_if_match'?: "if_match";
  '_fingerprint'?: "fingerprint";
  '_cause_json'?: "cause_json";
}
