import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('wallet/', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, '.cache', 'sandbox')

/** It is cached under the hash of its sources, so that only a change needs a build. */
export async function walletBundle(): Promise<string> {
  const file = join(cache, `wallet-${await sourcesHash()}.js`)
  const kept = await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return null
    throw thrown
  })
  if (kept !== null) return kept
  const script = await bundle()
  await mkdir(cache, { recursive: true })
  // Renamed into place, so that a second sandbox never reads half a file.
  const half = `${file}.${process.pid}`
  await writeFile(half, script)
  await rename(half, file)
  return script
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package.json')))
  for (const name of (await readdir(sources)).sort()) {
    hash.update(name).update(await readFile(join(sources, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function bundle(): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    root: sources,
    logLevel: 'error',
    build: { write: false, target: 'es2023', rolldownOptions: { input: join(sources, 'main.ts') } },
  })
  const outputs = Array.isArray(built) ? built : [built]
  for (const each of outputs) {
    if (!('output' in each)) continue
    const entry = each.output.find((file) => file.type === 'chunk' && file.isEntry)
    if (entry?.type === 'chunk') return entry.code
  }
  throw new Error('the wallet page has no script')
}
