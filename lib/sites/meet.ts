/// <reference types="vite/types/importMeta.d.ts" />
import { type Meet, oursApart, oursTogether, pageApart, pageTogether } from './two-worlds.ts'

/*
 * Chromium puts scripts in in the order of the manifest, into new documents alone; Firefox each when it is compiled, and
 * at an update into all that are there. A package is built for one of them, and holds one way.
 */

/** Our own world's half. */
export const meetInOurs: Meet = import.meta.env.FIREFOX ? oursApart : oursTogether

/** The page's half. */
export const meetInPage: Meet = import.meta.env.FIREFOX ? pageApart : pageTogether
