import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

export interface Compiled {
  readonly abi: Abi
  /** Creation code without constructor arguments. */
  readonly bytecode: Hex
  readonly deployedBytecode: Hex
}

export type CompiledByName = { readonly [contract: string]: Compiled }

interface Unit {
  readonly sources: { readonly [path: string]: { readonly content: string } }
  readonly settings: { readonly [key: string]: unknown }
}

interface SolcAnswer {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts?: {
    readonly [path: string]: {
      readonly [name: string]: {
        readonly abi: Abi
        readonly evm: {
          readonly bytecode: { readonly object: string }
          readonly deployedBytecode: { readonly object: string }
        }
      }
    }
  }
}

const require = createRequire(import.meta.url)
const rootFolder = fileURLToPath(new URL('../../..', import.meta.url))
const contractsFolder = fileURLToPath(new URL('../contracts', import.meta.url))
const runSolcFile = fileURLToPath(new URL('run-solc.ts', import.meta.url))
const cacheFolder = join(rootFolder, '.cache', 'sandbox')

/**
 * Every contract of the sandbox, with the service's name in its types, and the real Permit2. Compiles them or
 * reads them from the cache in `.cache/sandbox`.
 */
export async function compileContracts(word = 'exchange'): Promise<CompiledByName> {
  const [sandbox, permit2] = await Promise.all([compile(sandboxUnit(word)), compile(permit2Unit())])
  return { ...sandbox, ...permit2 }
}

function sandboxUnit(word: string): Unit {
  const sources = Object.entries(solidityIn(contractsFolder, '')).map(([path, { content }]) => [
    path,
    { content: content.replaceAll(/\bexchangeGateway\b/g, `${word}Gateway`) },
  ])
  return {
    sources: Object.fromEntries(sources),
    settings: { optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: 'none' } },
  }
}

/** Permit2 with the settings of its own repository. */
function permit2Unit(): Unit {
  const permit2Folder = join(dirname(require.resolve('@uniswap/v4-periphery/package.json')), 'lib', 'permit2')
  const solmateFolder = join(permit2Folder, 'lib', 'solmate', 'src')
  return {
    sources: {
      ...solidityIn(join(permit2Folder, 'src'), 'src/'),
      ...solidityIn(join(solmateFolder, 'tokens'), 'solmate/src/tokens/', 'ERC20.sol'),
      ...solidityIn(join(solmateFolder, 'utils'), 'solmate/src/utils/', 'SafeTransferLib.sol'),
    },
    settings: {
      optimizer: { enabled: true, runs: 1_000_000 },
      viaIR: true,
      metadata: { bytecodeHash: 'none' },
    },
  }
}

function solidityIn(folder: string, prefix: string, only?: string): Unit['sources'] {
  const sources: { [path: string]: { content: string } } = {}
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.sol') || (only !== undefined && entry.name !== only))
      continue
    const path = join(entry.parentPath, entry.name)
    sources[prefix + relative(folder, path).split(sep).join('/')] = { content: readFileSync(path, 'utf8') }
  }
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function compile(unit: Unit): Promise<CompiledByName> {
  const { version } = require('solc/package.json') as { version: string }
  const key = createHash('sha256').update(JSON.stringify({ version, unit })).digest('hex').slice(0, 32)
  const cached = join(cacheFolder, `${key}.json`)
  const before = readIfThere(cached)
  if (before !== null) return JSON.parse(before) as CompiledByName
  const compiled = await runSolc(unit)
  mkdirSync(cacheFolder, { recursive: true })
  // Renamed into place, so that a second start never reads half a file.
  const draft = `${cached}.${process.pid}`
  writeFileSync(draft, JSON.stringify(compiled))
  renameSync(draft, cached)
  return compiled
}

async function runSolc(unit: Unit): Promise<CompiledByName> {
  const output = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']
  const input = {
    language: 'Solidity',
    sources: unit.sources,
    settings: { ...unit.settings, outputSelection: { '*': { '*': output } } },
  }
  const child = spawn(process.execPath, [runSolcFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(input))
  const answer = JSON.parse(await text(child.stdout)) as SolcAnswer
  const errors = (answer.errors ?? []).filter((error) => error.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const compiled: { [contract: string]: Compiled } = {}
  for (const contracts of Object.values(answer.contracts ?? {})) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      if (evm.bytecode.object === '') continue
      compiled[name] = {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      }
    }
  }
  return compiled
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function compiledContract(compiled: CompiledByName, name: string): Compiled {
  const contract = compiled[name]
  if (contract === undefined) throw new Error(`no contract named ${name}`)
  return contract
}
