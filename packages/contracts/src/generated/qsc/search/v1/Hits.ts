// Original file: search/v1/search.proto

import type { Hit as _qsc_search_v1_Hit, Hit__Output as _qsc_search_v1_Hit__Output } from '../../../qsc/search/v1/Hit.ts';

export interface Hits {
  'hits'?: (_qsc_search_v1_Hit)[];
}

export interface Hits__Output {
  'hits': (_qsc_search_v1_Hit__Output)[];
}
