import { parseArgs } from 'node:util'
import { portBaseOf } from './chains/ports.ts'
import { readServiceName } from './chains/service-names.ts'
import { startSandbox } from './sandbox.ts'

try {
  const { values: flags } = parseArgs({ options: { word: { type: 'string' } } })
  const word = readServiceName(flags.word)
  const sandbox = await startSandbox({ base: portBaseOf(process.env.FERRY_PORT_BASE), word })
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await sandbox.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  for (const { name, chainId, rpcUrl } of sandbox.ledger.chains)
    console.log(`chain    ${name} (${chainId})  ${rpcUrl}`)
  console.log(`service  ${sandbox.baseUrl}`)
  console.log(`pages    ${sandbox.pagesUrl}/  (wallet: ${sandbox.pagesUrl}/wallet)`)
  console.log(`A browser's POST needs its origin on the list, for example:`)
  console.log(
    `  curl -d '{"allow":["chrome-extension://ID"]}' -H 'content-type: application/json' ${sandbox.baseUrl}/_sandbox/origins`,
  )
  console.log('sandbox ready')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
