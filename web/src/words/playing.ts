import { section } from "./section";

export const playing = section({
});
