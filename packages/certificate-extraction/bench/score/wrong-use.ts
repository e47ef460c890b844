/** A command line or file that the caller can mend; its message is shown as it stands, without a stack. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}
