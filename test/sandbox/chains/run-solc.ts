import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

// A process of its own: the compiler hangs handlers for uncaught errors on whatever process loads it.
const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
process.stdout.write(solc.compile(await text(process.stdin)))
