import { readFileSync } from 'node:fs'
import { decodeDeployment } from '../../lib/api/deployment.ts'
import { deploymentFault } from '../../lib/api/deployment-fault.ts'

/** `npm run check:deployment -- PATH`: one line that says what is wrong, or what the file would allow. */
function checkDeployment(path: string): string {
  const { name, service, chains } = decodeDeployment(JSON.parse(readFileSync(path, 'utf8')))
  const names = chains.map((chain) => `${chain.name} (${chain.chainId})`)
  return `${path}: "${name}", ${service.kind} at ${service.baseUrl}, signs and sends on ${names.join(', ')}`
}

const path = process.argv[2] ?? process.env.FERRY_DEPLOYMENT ?? 'public/deployment.json'
try {
  console.log(checkDeployment(path))
} catch (error) {
  console.error(deploymentFault(path, error))
  process.exitCode = 1
}
