import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
 * Every contract of the sandbox, with the service's name in its types. Compiles them or reads them from the
 * cache in `.cache/sandbox`.
 */
export function compileContracts(word = 'exchange'): Promise<CompiledByName> {
  return compile(sandboxUnit(word))
}

function sandboxUnit(word: string): Unit {
  const sources = Object.entries(soliditySources()).map(([path, { content }]) => [
    path,
    { content: content.replaceAll(/\bexchangeGateway\b/g, `${word}Gateway`) },
  ])
  return {
    sources: Object.fromEntries(sources),
    // The optimizer takes three quarters of the time, and no test needs little gas.
    settings: { metadata: { bytecodeHash: 'none' } },
  }
}

function soliditySources(): Unit['sources'] {
  const sources: { [path: string]: { content: string } } = {}
  for (const path of readdirSync(contractsFolder).sort()) {
    sources[path] = { content: readFileSync(join(contractsFolder, path), 'utf8') }
  }
  return sources
}

/** The number 31337 in PUSH32. */
const cachedChainId = /7f0{60}7a69/

/**
 * The code of the real Permit2. Its package has it compiled, because its compilation takes half a minute. The domain cached in
 * it is of another address. Here it is for chain 0, so Permit2 computes the domain of the actual chain.
 */
export function permit2Code(): Hex {
  const permit2Folder = join(dirname(require.resolve('@uniswap/v4-periphery/package.json')), 'lib', 'permit2')
  const source = readFileSync(join(permit2Folder, 'test', 'utils', 'DeployPermit2.sol'), 'utf8')
  const code = /hex"([0-9a-f]+)"/.exec(source)?.[1] ?? ''
  if (!cachedChainId.test(code)) throw new Error("Permit2's package does not have the expected code")
  return `0x${code.replace(cachedChainId, `7f${'0'.repeat(64)}`)}`
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
