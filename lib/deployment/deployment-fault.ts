/** One thing that is wrong with a deployment file: where, what is there, and what belongs there. */
export interface DeploymentFault {
  readonly path: string
  readonly expected: string
  /** Left out where it must not be repeated. */
  readonly found?: string
}

/** Returns the faults of a file for whoever wrote it, one line each: `$.service.kind: expected ..., found ...`. */
export function faultText(file: string, faults: readonly DeploymentFault[]): string {
  return faults.map((fault) => `${file}: ${faultLine(fault)}`).join('\n')
}

function faultLine({ path, expected, found }: DeploymentFault): string {
  const wanted = `${path}: expected ${expected}`
  return found === undefined ? wanted : `${wanted}, found ${shown(found)}`
}

/** In one line, short, and with every character that is not plain spelled out. */
function shown(text: string): string {
  const short = text.length > 120 ? `${text.slice(0, 120)}...` : text
  return short.replace(/[^\x20-\x7e]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}
