import { packedSources } from './source-files.ts'
import { importedValues, packedFunctions } from './syntax.ts'

/** One function on a walk, as `path#outer.inner`; a path alone is a file that runs from top to bottom. */
export interface Hop {
  readonly to: string
  /** How one comes here from what stands before, where no import leads: a message, a port, a callback. */
  readonly by?: string
}

/** What a reader follows through the code from one end to the other. */
export interface Walk {
  readonly name: string
  /** The most files it may take. */
  readonly goal: number
  readonly hops: readonly Hop[]
}

/** The words every file speaks: nobody opens them to follow a walk. */
const vocabulary = /^lib\/base\//

const files = new Map(packedSources.map((file) => [file.path, file]))

/**
 * The files a reader opens on a walk: those of its functions, and those that these functions call by name.
 * Throws where a function is not there any more, or where nothing said leads to it.
 */
export function filesOf({ name, hops }: Walk): ReadonlySet<string> {
  const opened = new Set<string>()
  for (const { to, by } of hops) {
    const [path = '', inner] = to.split('#')
    const file = files.get(path)
    if (file === undefined) throw new Error(`${name}: no file ${path}`)
    if (by === undefined && opened.size > 0 && !opened.has(path)) {
      throw new Error(`${name}: nothing before ${to} names a function of ${path}: say what leads there`)
    }
    opened.add(path)
    if (inner === undefined) continue
    const found = packedFunctions.get(path)?.find((one) => one.name === inner)
    if (found === undefined) throw new Error(`${name}: no function ${inner} in ${path}`)
    const values = importedValues(file)
    for (const called of found.names) {
      const from = values.get(called)
      if (from !== undefined && !vocabulary.test(from)) opened.add(from)
    }
  }
  return opened
}
