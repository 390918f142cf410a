// Puts the page together.
import "./shell/theme.css";

document.querySelector("#page")!.textContent = "sinew";
