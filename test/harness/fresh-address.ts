import { randomBytes } from 'node:crypto'
import type { Address } from '../../lib/base/hex.ts'

export const freshAddress = (): Address => `0x${randomBytes(20).toString('hex')}`
