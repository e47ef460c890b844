import { testDrill } from './whole-drill.ts';

testDrill({ writes: 150, faults: 10, seed: 1 });
