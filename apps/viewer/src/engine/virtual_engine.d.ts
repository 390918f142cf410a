// The compiled library in base64 (vite.config.ts).
declare module "virtual:sinew-engine" {
  const bytes: string;
  export default bytes;
}
