import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

function run(folder: string, command: string, ...args: readonly string[]): void {
  console.log(`> ${command} ${args.join(' ')}`)
  const { FERRY_OUT_DIR: _elsewhere, ...env } = process.env
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

function install(folder: string): void {
  run(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund')
}

function pack(folder: string): string {
  run(folder, 'npm', 'run', 'zip')
  return readFileSync(join(folder, '.output/SHA256SUMS'), 'utf8')
}

function unpack(zip: string, folder: string): void {
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(zip)))) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}

/** Packs two clones and the unpacked sources of the first. All must have the same checksums. */
function packClones(base: string, clones: readonly string[]): boolean {
  const found = clones.map((folder) => {
    run('.', 'git', 'clone', '--quiet', '.', folder)
    install(folder)
    return pack(folder)
  })
  const unpacked = join(base, 'unpacked')
  unpackSources(clones[0] ?? '', unpacked)
  install(unpacked)
  return haveSameChecksums([...found, pack(unpacked)], 'builds')
}

/** Packs another deployment, and the sources packed with it, which contain only that deployment file. */
function packOwnDeployment(base: string, clone: string): boolean {
  const file = join(base, 'own deployment.json')
  const usual = JSON.parse(readFileSync(join(clone, 'public/deployment.json'), 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...usual, name: 'Somewhere else' }))
  process.env.FERRY_DEPLOYMENT = file
  const own = pack(clone)
  delete process.env.FERRY_DEPLOYMENT
  const unpacked = join(base, 'unpacked own')
  unpackSources(clone, unpacked)
  // One installation is enough: these sources differ in one file only.
  renameSync(join(clone, 'node_modules'), join(unpacked, 'node_modules'))
  return haveSameChecksums([own, pack(unpacked)], 'builds of another deployment')
}

function unpackSources(from: string, to: string): void {
  unpack(join(from, `.output/ferry-${version}-sources.zip`), to)
}

function haveSameChecksums([first, ...others]: readonly string[], what: string): boolean {
  if (first === undefined || !others.every((other) => other === first)) {
    console.error(`the ${what} differ:\n${[first, ...others].join('\n')}`)
    return false
  }
  process.stdout.write(`${first}${others.length + 1} ${what}, 1 set of checksums\n`)
  return true
}

const base = mkdtempSync(join(tmpdir(), 'ferry-reproducible-'))
try {
  const clones = [join(base, 'one'), join(base, 'deeper', 'the other one')]
  delete process.env.FERRY_DEPLOYMENT
  process.exitCode = packClones(base, clones) && packOwnDeployment(base, clones[0] ?? '') ? 0 : 1
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 5 })
}
