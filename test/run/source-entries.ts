import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderEntries } from './folder-entries.ts'
import type { ZipEntry } from './zip-bytes.ts'

/** What installing, building and testing put beside the sources. */
const made = ['node_modules', '.output', '.wxt', '.cache', 'test-results', '.git']

/**
 * The sources that rebuild these packages: what git tracks, or everything in a folder that was unpacked from such sources.
 * The deployment file that was packed takes the sandbox's place, so that they need nothing else.
 */
export function sourceEntries(root: string): ZipEntry[] {
  const deployment = process.env.FERRY_DEPLOYMENT ?? join(root, 'public/deployment.json')
  return sources(root).map((entry) =>
    entry.path === 'public/deployment.json' ? { ...entry, bytes: readFileSync(deployment) } : entry,
  )
}

function sources(root: string): ZipEntry[] {
  if (!existsSync(join(root, '.git'))) return folderEntries(root, made)
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error('git does not tell which files are tracked')
  return stdout
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }))
}
