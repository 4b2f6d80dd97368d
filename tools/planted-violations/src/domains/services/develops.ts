// no-dev-packages-in-server
import { build } from 'vite'
export const develops = build
