import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { folderEntries } from './folder-entries.ts'
import { sourceEntries } from './source-entries.ts'
import { type ZipEntry, zipBytes } from './zip-bytes.ts'

const out = process.env.FERRY_OUT_DIR ?? '.output'
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Builds for one browser into `chrome-mv3` or `firefox-mv3`. Returns its files. */
function build(browser: 'chrome' | 'firefox'): ZipEntry[] {
  const wxt = resolve('node_modules/wxt/bin/wxt.mjs')
  const { status } = spawnSync(process.execPath, [wxt, 'build', '-b', browser], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`the build for ${browser} failed`)
  return folderEntries(join(out, `${browser}-mv3`))
}

/** `npm run zip`: a package per store, their sources, and the checksums of all three. */
function zip(): void {
  const parts = { chrome: build('chrome'), firefox: build('firefox'), sources: sourceEntries('.') }
  const lines = Object.entries(parts).map(([part, entries]) => {
    const name = `ferry-${version}-${part}.zip`
    const bytes = zipBytes(entries)
    writeFileSync(join(out, name), bytes)
    console.log(`${join(out, name)}: ${entries.length} files, ${bytes.length} bytes`)
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
  process.stdout.write(lines.join(''))
}

zip()
