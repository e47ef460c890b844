import { testDrill } from './whole-drill.ts';

testDrill({ writes: 500, faults: 20 });
