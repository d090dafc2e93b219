import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderEntries } from './folder-entries.ts'
import type { ZipEntry } from './zip-bytes.ts'

/** Output of installing, building and testing next to the sources. */
const generatedFolders = ['node_modules', '.output', '.wxt', '.cache', 'test-results', '.git']

/**
 * Returns the sources that rebuild these packages: the files that Git tracks, or all files of an unpacked
 * source archive. The packed deployment file replaces the sandbox's, so the sources need nothing else.
 */
export function sourceEntries(root: string): ZipEntry[] {
  const deployment = process.env.FERRY_DEPLOYMENT ?? join(root, 'public/deployment.json')
  return sources(root).map((entry) =>
    entry.path === 'public/deployment.json' ? { ...entry, bytes: readFileSync(deployment) } : entry,
  )
}

function sources(root: string): ZipEntry[] {
  if (!existsSync(join(root, '.git'))) return folderEntries(root, generatedFolders)
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error('git does not tell which files are tracked')
  return stdout
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }))
}
