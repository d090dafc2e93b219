import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deploymentFor, deploymentText } from './deployment-file.ts'
import { portsFor } from './ports.ts'

// Run it by hand after a change of the contracts' order, the tokens or the agreed ports.
const file = fileURLToPath(new URL('../../../public/deployment.json', import.meta.url))
writeFileSync(file, deploymentText(deploymentFor(portsFor(undefined))))
