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
  /** Files that a function on the walk names for another matter, which nobody opens on this one; each with that matter. */
  readonly aside?: { readonly [path: string]: string }
}

/** The words every file speaks: nobody opens them to follow a walk. */
const vocabulary = /^lib\/base\//

const files = new Map(packedSources.map((file) => [file.path, file]))

/**
 * The files a reader opens on a walk: those of its functions, and those that these functions call by name.
 * Throws where a function is not there any more, where nothing said leads to it, and where what is said to be aside is not.
 */
export function filesOf({ name, hops, aside = {} }: Walk): ReadonlySet<string> {
  const opened = new Set<string>()
  const passed = new Set<string>()
  for (const { to, by } of hops) {
    const [path = '', inner] = to.split('#')
    const file = files.get(path)
    if (file === undefined) throw new Error(`${name}: no file ${path}`)
    if (by === undefined && opened.size > 0 && !opened.has(path)) {
      throw new Error(`${name}: nothing before ${to} names a function of ${path}: say what leads there`)
    }
    if (path in aside) throw new Error(`${name}: ${path} is on the walk, and not aside of it`)
    opened.add(path)
    if (inner === undefined) continue
    const found = packedFunctions.get(path)?.find((one) => one.name === inner)
    if (found === undefined) throw new Error(`${name}: no function ${inner} in ${path}`)
    const values = importedValues(file)
    for (const called of found.names) {
      const from = values.get(called)
      if (from === undefined || vocabulary.test(from)) continue
      if (from in aside) passed.add(from)
      else opened.add(from)
    }
  }
  for (const path of Object.keys(aside)) {
    if (!passed.has(path))
      throw new Error(`${name}: nothing on the walk names ${path}: it is not even aside of it`)
  }
  return opened
}
