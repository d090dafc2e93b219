import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds the platform packages that npm left out of the lock file because the registry in use lacks them. If one
 * is missing, `npm ci` refuses the whole file. On its own platform, npm downloads it by version.
 */
interface Entry {
  readonly version: string
  readonly dev?: boolean
  readonly optionalDependencies?: { readonly [name: string]: string }
}

/** Optional platform packages that are named but missing, by their path in `node_modules`. */
export function missingPlatforms(packages: { readonly [path: string]: Entry }): {
  readonly [path: string]: object
} {
  const missing: { [path: string]: object } = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const [, os, cpu, musl] = /-(android|darwin|linux|win32)-(amd64|x64|arm64)(-musl)?$/.exec(name) ?? []
      const isThere = [`node_modules/${name}`, `${path}/node_modules/${name}`].some((key) => key in packages)
      if (isThere || os === undefined || cpu === undefined) continue
      missing[`node_modules/${name}`] = {
        version,
        cpu: [cpu === 'amd64' ? 'x64' : cpu],
        ...(entry.dev === true ? { dev: true } : {}),
        ...(musl === undefined ? {} : { libc: ['musl'] }),
        optional: true,
        os: [os],
      }
    }
  }
  return missing
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const added = missingPlatforms(lock.packages)
  // In npm's order, so that only the added packages differ.
  const sorted = Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(
    'package-lock.json',
    `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
  )
  console.log(`${Object.keys(added).length} platform packages added`)
}
