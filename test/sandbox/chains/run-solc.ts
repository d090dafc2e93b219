import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

// Runs in its own process, because the compiler adds handlers for uncaught errors to the process that loads
// it.
const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
process.stdout.write(solc.compile(await text(process.stdin)))
