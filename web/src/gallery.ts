import { mount } from "svelte";
import Gallery from "./cards/Gallery.svelte";

mount(Gallery, { target: document.getElementById("gallery")! });
