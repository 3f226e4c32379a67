import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { hasDatabase } from '#server/identity/missing-database.ts'

/**
 * The town is drawn into this folder of DATA_DIR. If it still exists, a start was interrupted before the import: the pictures in it are complete, and the
 * next start continues.
 */
export const drawingsFolder = ({ dataDir }: Config) => join(dataDir, 'demo-town-unfinished')
/** Its name after the import, until the maps that a first start leaves for later are added. */
export const leftMapsFolder = ({ dataDir }: Config) => join(dataDir, 'demo-maps-unfinished')

const mayMake = (config: Config, environment: Record<string, string | undefined>) =>
  environment.NODE_ENV !== 'production' && config.apiUrl === undefined && (!environment.DEMO || config.demo)

/** True if this start must create the demo town: there is no archive, or an earlier start was interrupted. */
export const wantsDemo = async (config: Config, environment: Record<string, string | undefined>): Promise<boolean> =>
  mayMake(config, environment) && (existsSync(drawingsFolder(config)) || !(await hasDatabase(config)))

/** True if maps of the demo town are still to be added. */
export const lacksDemoMaps = (config: Config, environment: Record<string, string | undefined>): boolean =>
  mayMake(config, environment) && existsSync(leftMapsFolder(config))
