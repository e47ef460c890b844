import express from 'express';
import { commaSeparated } from '../config.ts';

const canBeTrusted = (proxies: string[]): boolean => {
  try {
    express().set('trust proxy', proxies);
    return true;
  } catch {
    return false;
  }
};

/** A variable with the proxies whose `X-Forwarded-For` is believed; nobody's when it is not set. */
export const trustedProxies = commaSeparated.refine(
  canBeTrusted,
  'each must be an address or a network such as 10.1.0.0/16',
);
