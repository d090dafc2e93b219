import { readFileSync } from 'node:fs'
import { decodeDeployment } from '../../lib/api/deployment.ts'
import { deploymentFault } from '../../lib/api/deployment-fault.ts'
import { chainsOfOneSource } from '../../lib/swap/endpoints.ts'

/** `npm run check:deployment -- PATH`: what is wrong, or what the file would allow, and what it leaves unproven. */
function checkDeployment(path: string): string {
  const deployment = decodeDeployment(JSON.parse(readFileSync(path, 'utf8')))
  const { name, service, chains } = deployment
  const names = chains.map((chain) => `${chain.name} (${chain.chainId})`)
  const allows = `${path}: "${name}", ${service.kind} at ${service.baseUrl}, signs and sends on ${names.join(', ')}`
  const alone = chainsOfOneSource(deployment)
  return alone.length === 0
    ? allows
    : `${allows}\nwarning: one endpoint, so nothing is ever proven on ${alone.join(', ')}`
}

const path = process.argv[2] ?? process.env.FERRY_DEPLOYMENT ?? 'public/deployment.json'
try {
  console.log(checkDeployment(path))
} catch (error) {
  console.error(deploymentFault(path, error))
  process.exitCode = 1
}
