/// <reference types="vite/types/importMeta.d.ts" />
import type { Arrival } from './two-worlds.ts'

/** What the browser that this package is built for does with our two scripts. */
export const arrival: Arrival = import.meta.env.FIREFOX === true ? 'apart' : 'together'
